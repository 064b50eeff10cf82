/** A file next to the page's scripts that is missing or could not be fetched. */
export class MissingFileError extends Error {
  override name = 'MissingFileError';
}

/** @throws MissingFileError with the address and the reason */
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
