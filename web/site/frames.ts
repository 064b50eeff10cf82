interface Height {
  readonly type?: unknown;
  readonly version?: unknown;
  readonly height?: unknown;
}

/** Gives each frame its height, as the script does that readers copy: see ui/embed-snippets.ts. */
export function followHeights() {
  addEventListener('message', ({ data, source, origin }: MessageEvent<Height | null>) => {
    const isHeight = data?.type === 'mh-height' && data.version === 1;
    if (!isHeight || origin !== location.origin) return;
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow === source) frame.height = String(data.height);
    }
  });
  for (const { contentWindow } of document.querySelectorAll('iframe')) {
    contentWindow?.postMessage({ type: 'mh-get-height', version: 1 }, location.origin);
  }
}
