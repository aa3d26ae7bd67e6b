import type { definitions } from '@telltale/contract';
import { useRef } from 'react';
import { AlarmPanel } from '../alarms/AlarmPanel.tsx';
import { CommandPanel } from '../commands/CommandPanel.tsx';
import { DataItemPanel } from '../data-items/DataItemPanel.tsx';
import { EventPanel } from '../events/EventPanel.tsx';
import type { PanelName } from '../page/configuration-address.ts';
import { SidePanel } from '../page/SidePanel.tsx';

interface DefinitionPanelProps {
  definition: definitions.AssetDefinition;
  panelName: PanelName;
  onClose: () => void;
}

/** What the panels get: the definition, and a way to say that something typed would be lost. */
export interface PanelProps {
  assetDefinitionId: number;
  onDirty: (isDirty: boolean) => void;
}

const panels: Readonly<Record<PanelName, React.ComponentType<PanelProps>>> = {
  alarms: AlarmPanel,
  dataitems: DataItemPanel,
  events: EventPanel,
  commands: CommandPanel,
};

/** A panel at the side, headed by the definition's name and what it shows; a click beside it closes it. */
export function DefinitionPanel({ definition, panelName, onClose }: DefinitionPanelProps) {
  const isDirty = useRef(false);
  const Panel = panels[panelName];
  return (
    <SidePanel
      title={`${definition.assetDefinitionName.toUpperCase()} ${panelName.toUpperCase()}`}
      isDirty={() => isDirty.current}
      onClose={onClose}
    >
      <Panel
        assetDefinitionId={definition.assetDefinitionId}
        onDirty={(dirty) => {
          isDirty.current = dirty;
        }}
      />
    </SidePanel>
  );
}
