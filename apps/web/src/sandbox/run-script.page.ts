import { withOwnersPort } from './port.ts';
import { serveScripts } from './run-script.ts';

withOwnersPort(serveScripts);
