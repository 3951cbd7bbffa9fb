/** The part of electron-store and conf that Askbell uses; both have it. */
export interface SettingsFile {
  readonly path: string;
  get store(): Record<string, unknown>;
  set store(value: Record<string, unknown>);
}
