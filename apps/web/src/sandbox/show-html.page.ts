import { withOwnersPort } from './port.ts';
import { showHtml } from './show-html.ts';

withOwnersPort(showHtml);
