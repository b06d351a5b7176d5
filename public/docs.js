// Shows the reference. It comes before Scalar's script, which makes style elements of its own.
const nonce = document.querySelector('meta[property=csp-nonce]').content;

// Not all of them ask for the nonce by themselves.
const createElement = document.createElement;
document.createElement = function (name, options) {
  const element = createElement.call(this, name, options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

// What stands in a style attribute is inline to the policy; the same by script is not.
const { setAttribute } = Element.prototype;
Element.prototype.setAttribute = function (name, value) {
  if (name === 'style' && this.style) this.style.cssText = value;
  else setAttribute.call(this, name, value);
};
const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
Object.defineProperty(Element.prototype, 'innerHTML', {
  get,
  set(html) {
    set.call(this, String(html).replace(/(<[^<>]*?\s)style=/g, '$1data-style='));
    for (const element of (this.content ?? this).querySelectorAll('[data-style]')) {
      element.style.cssText = element.dataset.style;
      element.removeAttribute('data-style');
    }
  },
});

document.addEventListener('DOMContentLoaded', () => {
  globalThis.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    operationTitleSource: 'path',
    defaultOpenAllTags: true,
    showDeveloperTools: 'never',
    theme: 'none',
    withDefaultFonts: false,
    ...chosenTheme(),
    telemetry: false,
    hideClientButton: true,
    onRequestSent: showAnswer,
    agent: { disabled: true },
    mcp: { disabled: true },
  });
});

/** As it was chosen on the page, if it was; where nothing can be stored, nothing was. */
function chosenTheme() {
  try {
    const theme = localStorage.getItem('millpond theme');
    return theme === null ? {} : { forceDarkModeState: theme, hideDarkModeToggle: true };
  } catch {
    return {};
  }
}

/** On a telephone the answer is below everything that was sent, where nobody would look for it. */
function showAnswer() {
  document.querySelector('.scalar-client section[aria-label=Response]')?.scrollIntoView();
}
