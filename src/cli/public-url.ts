// The URL that invitation links begin with: PUBLIC_URL or, if it is not set, that of this machine.
import type { Settings } from './settings.ts';

/** Warns on stderr if people on other machines could not open the links, or could not create a passkey on the page. */
export function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>): string {
  const url = PUBLIC_URL ?? `http://localhost:${PORT}`;
  const { protocol, hostname } = new URL(url);
  if (/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname))
    console.error(
      'The link opens on this machine only. To let others in, set PUBLIC_URL=https://… here and for serve: the address where people open the page.',
    );
  else if (protocol === 'http:')
    console.error('Browsers offer passkeys only over https: set PUBLIC_URL=https://… here and for serve.');
  return url;
}
