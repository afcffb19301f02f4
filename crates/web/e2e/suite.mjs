// Every test of the page in one process: one program, or one host of files, serves and one browser visits.

import './views.mjs';
import './boards.mjs';
import './findings.mjs';
import './lessons.mjs';
import './limits.mjs';
import './playing.mjs';
import './tasks.mjs';
import './trouble.mjs';
import './access.mjs';
import './links.mjs';
import './attacks.mjs';
import './speed.mjs';
import { isServed } from './stage.mjs';

if (!isServed) await import('./playground.mjs');
