// Opens a modal dialog over the whole window: the page behind it gives up its scrollbar, but keeps its width.

export function showModal(dialog: HTMLDialogElement | null): void {
  const root = document.documentElement;
  // Under another dialog the scrollbar is gone already.
  if (document.querySelector('dialog[open]') === null)
    root.style.setProperty('--scrollbar', `${window.innerWidth - root.offsetWidth}px`);
  dialog?.showModal();
}
