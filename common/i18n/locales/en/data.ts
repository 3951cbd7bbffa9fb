/** Errors about unreadable exports. */
export const data = {
  notJson: {
    title: 'This file cannot be read.',
    advice: 'It is not a JSON file. Choose one that Askbell exported; its name begins with “askbell-”.',
  },
  notAskbell: {
    title: 'This file was not exported by Askbell.',
    advice: 'Choose one that Askbell exported; its name begins with “askbell-”.',
  },
  newer: {
    title: 'This file was exported by a newer version of Askbell.',
    advice: 'Update Askbell, then import the file again.',
  },
  broken: {
    title: 'This export is damaged or has been changed.',
    advice: 'Nothing was imported. The error is at “{{where}}”; export the data again where it came from.',
  },
  tooLarge: {
    title: 'This file is too large.',
    advice: 'Askbell imports up to {{megabytes, number}} MB. Export the data again where it came from.',
  },
  tooLong: {
    title: 'This file has an entry that is too long.',
    advice: 'Nothing was imported. The entry is at “{{where}}”; export the data again where it came from.',
  },
  tooMany: {
    title: 'This file has too many entries.',
    advice:
      'Askbell imports up to {{watches, number}} watches and {{rows, number}} other entries. Nothing was imported.',
  },
  noFolder: 'The log folder could not be opened.',
};
