// The number of fills in the window's title, until the page is looked at.

/** Returns a function that removes the mark. */
export function markTitle(count: number): () => void {
  const prefix = `(${count}) `;
  const title = document.querySelector('title');
  const add = () => {
    if (!document.title.startsWith(prefix)) document.title = `${prefix}${document.title}`;
  };
  add();
  // A screen may change its title meanwhile.
  const observer = new MutationObserver(add);
  if (title) observer.observe(title, { childList: true });
  return () => {
    observer.disconnect();
    if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
  };
}
