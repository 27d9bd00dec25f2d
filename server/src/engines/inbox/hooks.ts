import { onInboundText, onTextOutcome } from '../sending/index.ts';
import { noteOutcome } from './change.ts';
import { takeText } from './inbound.ts';

// Received texts and reports reach sessions from the start of the process on.
onInboundText(takeText);
onTextOutcome(noteOutcome);
