/** Headless entry: texts of its server and of `askbell open`. */
export const entry = {
  refused: {
    title: 'Askbell doesn’t know this browser',
    act: 'Run this in a terminal. It opens Askbell here:',
    others: 'Or click Askbell’s icon in the tray, or start Askbell again.',
    stays: 'A browser that was let in stays in until Askbell ends.',
  },
  notFound: { title: 'There is nothing here', act: 'Go to Askbell’s first page' },
  unanswered: {
    title: 'Askbell can’t show its window',
    act: 'It was probably updated while it was running. Quit Askbell and start it again.',
  },
  command: {
    opened: 'Askbell opens in your browser.',
  },
};
