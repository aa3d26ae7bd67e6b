import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { fillTemplate } from '#tiles/shared/request/fill-template.ts';
import { useRequestPorts } from '#tiles/shared/request/request-ports.tsx';
import { isConfigured } from '#tiles/shared/request/request-settings.ts';
import { fetchTileData, requestErrorText, sendTileRequest } from '#tiles/shared/request/run-request.ts';
import { useReadPath } from '#tiles/shared/request/use-read-path.ts';
import { safeFilename, saveFile } from '#ui/save-file.ts';
import classes from './download-button.module.css';
import { DOWNLOAD_ICONS } from './download-icons.ts';
import type { DownloadButtonSettings } from './settings.ts';

const NO_FILENAME = 'download';

/** Fetches data and saves it as a file. */
export function DownloadButtonTile({ settings }: TileViewProps<DownloadButtonSettings>) {
  const ports = useRequestPorts();
  const readPath = useReadPath(settings.substitutions);
  // A request that may change something belongs to the present.
  const isHeld = useIsPast() && settings.fetch.method !== 'GET';
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function download() {
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    setProblem('');
    try {
      const { content, type } = await load(abort.signal);
      const filename = fillTemplate(settings.filename, 'text', readPath);
      saveFile(content, safeFilename(filename, NO_FILENAME), type);
    } catch (error) {
      if (!abort.signal.aborted) setProblem(requestErrorText(error));
    } finally {
      setBusy(false);
    }
  }

  async function load(signal: AbortSignal): Promise<{ content: BlobPart; type: string }> {
    const { fetch: request } = settings;
    if (isConfigured(request) && request.parsing.trim() === '') {
      const { bytes, contentType } = await sendTileRequest(request, readPath, ports, signal);
      return { content: bytes, type: contentType };
    }
    const data = await fetchTileData(request, readPath, ports, signal);
    if (typeof data === 'string') return { content: data, type: 'text/plain;charset=utf-8' };
    return { content: JSON.stringify(data, null, 2), type: 'application/json' };
  }

  const Icon = DOWNLOAD_ICONS.get(settings.icon) ?? IconDownload;
  return (
    <div className={classes.tile}>
      <Button
        className={classes.button ?? ''}
        leftSection={<Icon size={18} />}
        loading={isBusy}
        disabled={isHeld}
        title={isHeld ? 'You look at the past. Go back to live to send this request.' : settings.text || undefined}
        onClick={() => void download()}
      >
        {settings.text || 'Download'}
      </Button>
      {problem === '' ? null : (
        <p className={classes.problem} role="alert" title={problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
