import { useText } from '../../../kit/i18n.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import type { MessageChannel, Recipient } from '../types.ts';
import { VERDICTS, type VerdictKind } from '../verdicts.ts';
import { Verdict } from './verdict.tsx';

interface VerdictPanelProps {
  readonly channel: MessageChannel;
  readonly kind: VerdictKind;
  readonly rows: readonly Recipient[];
  readonly onClose: () => void;
}

/** A verdict on recipients that were chosen in their list. */
export default function VerdictPanel({ channel, kind, rows, onClose }: VerdictPanelProps) {
  const t = useText();
  const words = VERDICTS.find((verdict) => verdict.kind === kind)?.words;
  return (
    <SidePanel title={words && t(words)} width={560} onClose={onClose}>
      <Verdict channel={channel} kind={kind} rows={rows} onEnd={onClose} />
    </SidePanel>
  );
}
