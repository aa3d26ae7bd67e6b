import { Button, Group, Modal, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { attributeNames, MOST_COLUMNS, MOST_OFFERED } from '#pages/attribute-names.ts';
import { useAttributeColumns } from '#pages/own-lists.ts';
import { saveOwnAttribute } from '#session/own-attributes.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Which attributes stand as columns in the list; kept with the user (spec 1 §3, attributeColumns). */
export function ColumnsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(assetListQuery);
  const kept = useAttributeColumns();
  const [names, setNames] = useState<string[]>([...kept]);
  const [isBusy, setBusy] = useState(false);
  const offered = useMemo(() => attributeNames(data ?? []), [data]);
  const save = async () => {
    setBusy(true);
    try {
      await saveOwnAttribute('attributeColumns', JSON.stringify(names));
      onClose();
    } catch (error) {
      toast(`The columns were not saved. ${messageOf(error)}`, 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Attribute columns">
      <Stack gap="md">
        <TagsInput
          label="Attributes shown as columns"
          description="In this order; whatever the case of their letters."
          data={offered}
          limit={MOST_OFFERED}
          maxTags={MOST_COLUMNS}
          value={names}
          onChange={setNames}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} onClick={() => void save()}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
