/** As many as the agent keeps ways back for. */
const MAX_UNDOS = 50;

/** What can be taken back, whether or not it is still said: the latest first. */
export class UndoStack {
  #undos: (() => void)[] = [];

  push(undo: () => void): void {
    this.#undos = [...this.#undos.slice(1 - MAX_UNDOS), undo];
  }

  /** Takes back the latest; gives whether there was one. */
  takeBack(): boolean {
    const undo = this.#undos.at(-1);
    if (!undo) return false;
    this.takeBackThis(undo);
    return true;
  }

  /** Takes back one, wherever it is; one that was taken back already is left alone. */
  takeBackThis(undo: () => void): void {
    if (!this.#undos.includes(undo)) return;
    this.#undos = this.#undos.filter((other) => other !== undo);
    undo();
  }
}
