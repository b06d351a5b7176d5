// User actions on the page, the same in every engine; they wait for elements, never for a period of time.
import type { Browser } from './engine.ts';

const CSS = {
  button: 'button',
  link: 'a[href]',
  textbox: 'input:not([type=checkbox])',
  heading: 'h1, h2, h3',
  any: 'body *',
};
export type Role = keyof typeof CSS;

/**
 * Runs in the page: after every change of the document it looks for a visible element of that name, and passes it to
 * `use` as soon as it is enabled.
 */
const FIND = `({ css, name }, use) => new Promise((resolve, reject) => {
  const pattern = new RegExp(name, 'u');
  const nameOf = (one) => (one.getAttribute('aria-label') ?? (one.labels?.[0] ?? one).textContent).trim().replace(/\\s+/g, ' ');
  const isUsable = (one) => one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true';
  const observer = new MutationObserver(() => look());
  const look = () => {
    try {
      const found = [...document.querySelectorAll(css)].findLast((one) => pattern.test(nameOf(one)) && isUsable(one));
      if (found === undefined) return false;
      observer.disconnect();
      resolve(use(found, nameOf));
    } catch (error) {
      reject(error);
    }
    return true;
  };
  if (!look()) observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;

/** The element's position once it no longer moves; from then on `window.pressed` tells whether a click has hit it. */
const PLACE = `async (one) => {
  one.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (let before = ''; ; ) {
    const { x, y, width, height } = one.getBoundingClientRect();
    const now = JSON.stringify({ x: x + width / 2, y: y + height / 2 });
    if (now === before) {
      window.pressed = false;
      one.addEventListener('click', () => (window.pressed = true), { once: true, capture: true });
      return now;
    }
    before = now;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}`;

/** Collects every error of the page from now on. */
const HEAR = `(async () => {
  const heard = (window.heard = []);
  for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(kind, (event) => heard.push(kind + ' ' + String(event.message ?? event.reason ?? event.violatedDirective ?? event.target.outerHTML)), true);
  console.error = (...words) => heard.push(words.map(String).join(' '));
  return '';
})()`;

export class Tab {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async goto(url: string): Promise<void> {
    await this.#browser.goto(url);
    await this.#browser.evaluate(HEAR);
  }

  /** The text of the element, as soon as it exists. */
  text = (role: Role, name: RegExp): Promise<string> =>
    this.#find(role, name, 'async (one, nameOf) => (one instanceof HTMLInputElement ? one.value : nameOf(one))');

  /** Clicks the element, and again if the page moved it away from under the mouse, as a person would. */
  async click(role: Role, name: RegExp): Promise<void> {
    for (let pressed = 'false'; pressed === 'false'; ) {
      const { x, y } = JSON.parse(await this.#find(role, name, PLACE));
      await this.#browser.clickAt(x, y);
      pressed = await this.#browser.evaluate('(async () => String(window.pressed))()');
    }
  }

  /** Replaces the content of the field. */
  async type(name: RegExp, text: string): Promise<void> {
    await this.click('textbox', name);
    await this.#find('textbox', name, "async (one) => { one.select(); return ''; }");
    await this.#browser.type(text);
  }

  /** Errors in the page since it was opened. */
  errors = async (): Promise<readonly string[]> =>
    JSON.parse(await this.#browser.evaluate('(async () => JSON.stringify(window.heard))()'));

  /** The element that the tab waits for, for the message of a test that got stuck. */
  waitsFor = '';

  #find(role: Role, name: RegExp, use: string): Promise<string> {
    this.waitsFor = `${role} ${name}`;
    return this.#browser.evaluate(`(${FIND})(${JSON.stringify({ css: CSS[role], name: name.source })}, ${use})`);
  }
}
