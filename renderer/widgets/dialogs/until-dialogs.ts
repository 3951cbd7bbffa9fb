/** Both dialogs that ask for a moment, in one file to load. */
export { SnoozeDialog } from './snooze-dialog.tsx';
export { UntilDialog } from './until-dialog.tsx';
