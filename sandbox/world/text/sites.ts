/** A site of the demo network. All are made up; the addresses are reserved names that never resolve. */
export interface SiteText {
  /** The api_site_parameter. */
  key: string;
  name: string;
  url: string;
  audience: string;
  linkColor: string;
  tagForeground: string;
  tagBackground: string;
  /** Years before the present that it was launched. */
  age: number;
  state: 'normal' | 'open_beta';
  /** Relative number of questions. */
  share: number;
}

/** The main sites; each has a meta site besides. */
export const SITE_TEXTS: readonly SiteText[] = [
  {
    key: 'loops',
    name: 'Loop & Branch',
    url: 'https://loops.example',
    audience: 'people who write programs, for a living or for the joy of it',
    linkColor: '#1F5FA8',
    tagForeground: '#24527F',
    tagBackground: '#E1EBF5',
    age: 6,
    state: 'normal',
    share: 1.4,
  },
  {
    key: 'beds',
    name: 'Beds & Borders',
    url: 'https://beds.example',
    audience: 'gardeners and allotment holders, from the first radish to the old orchard',
    linkColor: '#2F7A3D',
    tagForeground: '#2B5F35',
    tagBackground: '#E3F1E4',
    age: 5,
    state: 'normal',
    share: 1,
  },
  {
    key: 'spokes',
    name: 'Truing Stand',
    url: 'https://spokes.example',
    audience: 'people who build, mend and tune bicycles',
    linkColor: '#B4471F',
    tagForeground: '#86391D',
    tagBackground: '#F8E8E0',
    age: 4,
    state: 'normal',
    share: 0.9,
  },
  {
    key: 'nightsky',
    name: 'Night Sky',
    url: 'https://nightsky.example',
    audience: 'observers, telescope makers and everyone who looks up',
    linkColor: '#5B46A8',
    tagForeground: '#46387F',
    tagBackground: '#EAE6F7',
    age: 3,
    state: 'open_beta',
    share: 0.8,
  },
];

/** The api_site_parameter of a site's meta site. */
export const metaKey = (key: string): string => `meta.${key}`;
