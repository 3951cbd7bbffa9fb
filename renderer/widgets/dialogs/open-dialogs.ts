/** Which dialogs lie over the window: what is behind one is not in front of the person. */
const open = new Set<symbol>();
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** A dialog lies over the window from now on; gives what ends that. */
export function dialogOpened(): () => void {
  const dialog = Symbol('dialog');
  open.add(dialog);
  tell();
  return () => {
    open.delete(dialog);
    tell();
  };
}

export const isDialogOpen = (): boolean => open.size > 0;

export function onDialogsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
