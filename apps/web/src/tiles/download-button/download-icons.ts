import {
  IconCloudDownload,
  IconDatabase,
  IconDeviceFloppy,
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileZip,
  IconPhoto,
  IconPrinter,
  IconReport,
  IconTable,
} from '@tabler/icons-react';

/** Icons that a button may have, by the name that its settings store. */
export const DOWNLOAD_ICONS = new Map([
  ['Download', IconDownload],
  ['CloudDownload', IconCloudDownload],
  ['Save', IconDeviceFloppy],
  ['Document', IconFile],
  ['TextDocument', IconFileText],
  ['ExcelDocument', IconFileSpreadsheet],
  ['Table', IconTable],
  ['ZipFolder', IconFileZip],
  ['Photo', IconPhoto],
  ['Database', IconDatabase],
  ['ReportDocument', IconReport],
  ['Print', IconPrinter],
]);
