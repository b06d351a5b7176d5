// Actions: a button, a link that looks like one, and a button that looks like a link.
import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './parts.module.css';

type Look = { readonly primary?: boolean; readonly danger?: boolean; readonly wide?: boolean };

const classOf = ({ primary, danger, wide }: Look): string =>
  [styles.button, primary && styles.primary, danger && styles.danger, wide && styles.wide].filter(Boolean).join(' ');

export function Button({ primary = false, danger = false, wide = false, ...rest }: ComponentProps<'button'> & Look) {
  return <button type="button" className={classOf({ primary, danger, wide })} {...rest} />;
}

/** `label` is read out instead of the text. */
type ButtonLinkProps = { href: string; label?: string; children: ReactNode } & Look;

export function ButtonLink({ href, label, children, ...look }: ButtonLinkProps) {
  return (
    <Link href={href} className={classOf(look)} aria-label={label}>
      {children}
    </Link>
  );
}

export function LinkButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={styles.link} {...props} />;
}
