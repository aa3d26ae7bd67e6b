import { withOwnersPort } from './port.ts';
import { serveRequests } from './send-request.ts';

withOwnersPort(serveRequests);
