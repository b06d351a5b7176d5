// Keyboard shortcuts on every screen: `/` and Ctrl-K or Cmd-K search, `?` lists the shortcuts.
import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useKeys({ onHelp, onSearch }: { onHelp(): void; onSearch(): void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || document.querySelector('dialog[open]') !== null) return;
      const isCommand = event.ctrlKey || event.metaKey;
      // Works inside input fields too: none uses Ctrl-K for something else.
      if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') onSearch();
      else if (isCommand || isTyping(event.target)) return;
      else if (event.key === '?') onHelp();
      else if (event.key === '/') onSearch();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onHelp, onSearch]);
}
