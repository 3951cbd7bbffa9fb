/** What the agent says of exports that it cannot read. */
export const data = {
  notJson: {
    title: 'This file cannot be read.',
    advice: 'It is no JSON file. Choose one that Askbell exported; its name begins with “askbell-”.',
  },
  notAskbell: {
    title: 'This file is no export of Askbell’s.',
    advice: 'Choose one that Askbell exported; its name begins with “askbell-”.',
  },
  newer: { title: 'This file was exported by a newer Askbell.', advice: 'Update Askbell here, then import it again.' },
  broken: {
    title: 'This export is damaged or was changed.',
    advice: 'Nothing was taken over. What is wrong is at “{{where}}”; export it once more where it came from.',
  },
  noFolder: 'The folder of the logs could not be opened.',
};
