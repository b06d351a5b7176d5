// A logo as a form field: uploads the image at once, shows the stored one, and yields its path.
import { useRef, useState } from 'react';
import { ownLogo, smallLogo } from '../../../data/logo.ts';
import { asFailure, server } from '../../../data/server.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';
import { useField } from './act-context.ts';

const MAX_BYTES = 512 * 1024;

/** The field `logo` of a form. */
export function LogoField({ use }: { readonly use: 'token' | 'exchange' }) {
  const { value: logo, set: onLogo, fault } = useField('logo');
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const shown = ownLogo(logo);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    setMessage(null);
    try {
      if (file.size > MAX_BYTES) setMessage(t('brand.logo.tooLarge'));
      else onLogo((await server.uploadImage({ image: await base64Of(file), use })).path);
    } catch (error) {
      const failure = asFailure(error);
      setMessage(failure ? words(failure).body : t('brand.logo.unreadable'));
    } finally {
      setSending(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <div className={styles.upload}>
      <span>{t('brand.logo')}</span>
      <div>
        {shown !== null && <img src={smallLogo(shown)} width={64} height={64} alt="" decoding="async" data-use={use} />}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          onChange={({ target }) => void send(target.files?.[0])}
        />
        <Button type="button" disabled={isSending} onClick={() => input.current?.click()}>
          {isSending ? t('brand.logo.uploading') : shown === null ? t('brand.logo.upload') : t('brand.logo.replace')}
        </Button>
        {logo !== '' && !isSending && <LinkButton onClick={() => onLogo('')}>{t('brand.logo.remove')}</LinkButton>}
      </div>
      <p aria-live="polite" className={(message ?? fault) ? styles.fault : undefined}>
        {message ?? fault ?? (logo !== '' && shown === null ? t('brand.logo.elsewhere') : t('brand.logo.hint'))}
      </p>
    </div>
  );
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
