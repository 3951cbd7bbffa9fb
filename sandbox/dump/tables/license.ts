/** What a text that says no licence is under: the network's of before 2018. */
export const OLD_LICENSE = 'CC BY-SA 3.0';
