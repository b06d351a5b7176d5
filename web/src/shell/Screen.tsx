// The frame of a screen: on a new path, scrolls to the top and moves the focus for screen readers; an error stays inside the frame.
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../parts/Button.tsx';
import { Opening } from '../parts/hold.tsx';
import { Notice } from '../parts/Notice.tsx';
import { t } from '../words/words.ts';
import styles from './shell.module.css';

export function Screen({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <main id="main" ref={main} className={styles.main} tabIndex={-1}>
      <Boundary key={path}>
        <Opening>{children}</Opening>
      </Boundary>
    </main>
  );
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Notice tone="oxide" title={t('shell.broken')}>
        <p>{error.message}</p>
        <p>
          <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
        </p>
      </Notice>
    );
  }
}
