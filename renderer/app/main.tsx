import { navigate } from 'wouter/use-hash-location';
import { App } from './app.tsx';
import { mount } from './mount.tsx';

mount(<App />, { onNavigation: (view) => navigate(`/${view}`), showsNotices: true });
