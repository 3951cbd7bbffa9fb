/** The agent remembers as many ways back. */
const MAX_UNDOS = 50;

/** What can be undone, the latest first, whether or not its announcement is still shown. */
export class UndoStack {
  #undos: (() => void)[] = [];

  push(undo: () => void): void {
    this.#undos = [...this.#undos.slice(1 - MAX_UNDOS), undo];
  }

  /** Takes back the latest; gives whether there was one. */
  undoLatest(): boolean {
    const undo = this.#undos.at(-1);
    if (!undo) return false;
    this.undo(undo);
    return true;
  }

  /** Takes back one, wherever it is; one that was taken back already is left alone. */
  undo(undo: () => void): void {
    if (!this.#undos.includes(undo)) return;
    this.#undos = this.#undos.filter((other) => other !== undo);
    undo();
  }
}
