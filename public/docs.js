// Shows the reference. It comes before Scalar's script, which makes style elements of its own.
const nonce = document.querySelector('meta[property=csp-nonce]').content;

// Not all of them ask for the nonce by themselves.
const createElement = document.createElement;
document.createElement = function (name, options) {
  const element = createElement.call(this, name, options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

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
