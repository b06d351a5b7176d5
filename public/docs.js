// The reference page: theme, finding a call, copying samples and sending calls. Everything else works without a script.
try {
  const theme = localStorage.getItem('millpond theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be blocked; then the system's theme applies.
}

document.addEventListener('DOMContentLoaded', () => {
  const filter = document.querySelector('#filter');
  filter.addEventListener('input', () => showMatching(filter.value.trim().toLowerCase()));
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' });
  for (const button of document.querySelectorAll('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }
  for (const form of document.querySelectorAll('form.send')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
});

function showMatching(text) {
  for (const list of document.querySelectorAll('nav ul')) {
    let found = 0;
    for (const item of list.children) {
      item.hidden = !item.textContent.toLowerCase().includes(text);
      if (!item.hidden) found += 1;
    }
    list.hidden = list.previousElementSibling.hidden = found === 0;
  }
}

async function copy(button) {
  const sample = button.closest('figure').querySelector('code').textContent;
  try {
    await navigator.clipboard.writeText(sample);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied: select the text';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

async function send(form) {
  const { method, path } = form.dataset;
  const [answer, button] = [form.querySelector('.answer'), form.querySelector('button[type=submit]')];
  const query = new URLSearchParams(
    [...form.querySelectorAll('input[name]')]
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => [name, value]),
  );
  const body = form.querySelector('.body')?.value;
  const key = form.querySelector('.key')?.value;
  button.disabled = true;
  const startMs = performance.now();
  try {
    const response = await fetch(query.size > 0 ? `${path}?${query}` : path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { Authorization: `Bearer ${key}` }),
      },
      body,
    });
    const text = await response.text();
    const code = response.headers.get('error-code');
    show(
      answer,
      `${response.status}${code ? ` ${code}` : ''}, after ${Math.round(performance.now() - startMs)} ms`,
      text,
    );
  } catch (error) {
    show(answer, 'No answer came', String(error));
  } finally {
    button.disabled = false;
  }
}

function show(answer, status, text) {
  const [line, pre] = [document.createElement('p'), document.createElement('pre')];
  line.className = 'status';
  line.textContent = status;
  pre.textContent = indented(text);
  pre.tabIndex = 0;
  answer.replaceChildren(line, pre);
  answer.scrollIntoView({ block: 'nearest' });
}

/** JSON with line breaks. It is never parsed, so that every digit stays. */
function indented(json) {
  if (!/^\s*[{[]/.test(json)) return json;
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return json.replace(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{[,:}\]]|\s+/g, (token) => {
    if (/^[{[]\s*[}\]]$/.test(token)) return token;
    if (token === '{' || token === '[') {
      depth += 1;
      return token + line();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return line() + token;
    }
    if (token === ',') return token + line();
    if (token === ':') return ': ';
    return token.startsWith('"') ? token : '';
  });
}
