// Notifications of the system that an order was filled while nobody looked at the page: one for all tabs, and without amounts,
// since a locked screen shows them.
import { brand } from '../../data/brand.ts';
import { ofBrowser } from '../../data/stored.ts';

/** Chosen for an account in this browser. */
const nameFor = (account: string): string => `millpond notify ${account}`;
/** Some browsers have notifications but refuse them to a page without a service worker. */
const REFUSED = 'millpond notify refused';

export type Notifying = 'unsupported' | 'denied' | 'off' | 'on';

/** What the switch shows: it is on only if a notification would really be shown. */
export function notifyingIn(permission: string | null, isChosen: boolean, isRefused: boolean): Notifying {
  if (permission === null || isRefused) return 'unsupported';
  if (permission === 'denied') return 'denied';
  return permission === 'granted' && isChosen ? 'on' : 'off';
}

export const notifying = (account: string): Notifying =>
  notifyingIn(
    typeof Notification === 'function' && window.isSecureContext ? Notification.permission : null,
    ofBrowser.getItem(nameFor(account)) !== null,
    ofBrowser.getItem(REFUSED) !== null,
  );

/** Asks the browser, and shows a first notification: some browsers refuse only then. */
export async function allow(account: string, text: string): Promise<Notifying> {
  if ((await Notification.requestPermission()) === 'granted') {
    ofBrowser.setItem(nameFor(account), 'yes');
    show(text);
  }
  return notifying(account);
}

export function disallow(account: string): Notifying {
  ofBrowser.removeItem(nameFor(account));
  return notifying(account);
}

let shown: Notification | null = null;

/** Replaces the one before: however many fills there are, there is one notification. */
export function show(text: string): void {
  try {
    shown = new Notification(brand.name, { body: text, tag: 'millpond orders' });
    shown.onclick = () => {
      window.focus();
      hide();
    };
  } catch {
    ofBrowser.setItem(REFUSED, 'yes');
  }
}

export function hide(): void {
  shown?.close();
  shown = null;
}
