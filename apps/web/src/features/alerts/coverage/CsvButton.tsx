import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#api/api-error.ts';
import { toast } from '#ui/feedback/toast.ts';
import { saveFile } from '#ui/save-file.ts';
import { tableCsv } from '#ui/table/paged/table-export.ts';
import type { TableColumn } from '#ui/table/table-column.ts';

interface CsvButtonProps<Row> {
  filename: string;
  columns: () => readonly TableColumn<Row>[];
  /** Every row that the search leaves, on whichever page. */
  rows: () => Promise<readonly Row[]>;
}

/** Saves a list as CSV. */
export function CsvButton<Row>({ filename, columns, rows }: CsvButtonProps<Row>) {
  const saving = useMutation({
    mutationFn: rows,
    onSuccess: (all) => saveFile(tableCsv(all, columns()), filename, 'text/csv;charset=utf-8'),
    onError: (failure) => toast(`The list could not be saved. ${messageOf(failure)}`, 'error'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      Export as CSV
    </Button>
  );
}
