/** A file beside the page's scripts that is not there, or cannot be had now. */
export class MissingFileError extends Error {
  override name = 'MissingFileError';
}

/** @throws MissingFileError, which names the file and says why */
export async function fetchFile(address: string, method = 'GET'): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { method });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MissingFileError(`${address} could not be fetched (${reason}).`);
  }
  if (!response.ok) throw new MissingFileError(`${address} answered ${response.status}.`);
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('html')) throw new MissingFileError(`${address} answered with a web page.`);
  return response;
}
