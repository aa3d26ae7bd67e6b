import { type LabelBox, labelsWithRoom } from './label-room.ts';
import { labelOf, solidPartOf } from './marker-element.ts';

/** Names that would cover another, a marker or the bubble are not written; they come with the pointer or the focus. */
export function arrangeLabels(markers: readonly HTMLElement[], bubble: HTMLElement | undefined): void {
  const labels = markers.flatMap((marker) => labelOf(marker) ?? []);
  for (const label of labels) label.dataset.hidden = 'false';
  const boxes: LabelBox[] = labels.map((label) => label.getBoundingClientRect());
  const solid = markers.map(solidPartOf);
  const taken: LabelBox[] = (bubble === undefined ? solid : [...solid, bubble]).map((part) =>
    part.getBoundingClientRect(),
  );
  labelsWithRoom(boxes, taken).forEach((hasRoom, index) => {
    const label = labels[index];
    if (label !== undefined) label.dataset.hidden = String(!hasRoom);
  });
}
