import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { Panel } from '../panel/panel.tsx';
import { becomeInstallable } from '../panel/installed-page.ts';
import { mount } from './mount.tsx';
import '../panel/panel.css';

if (!IN_ELECTRON) becomeInstallable();
mount(<Panel />, {});
