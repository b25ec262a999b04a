/** How much of a file has left, between 0 and 1. */
export type OnUpload = (share: number) => void;

/** fetch for one upload whose progress is shown, which fetch itself does not report. */
export function watchedFetch(url: string, init: RequestInit, onUpload: OnUpload) {
  const { method = "GET", body, headers, signal } = init;
  return new Promise<Response>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onUpload(loaded / total);
    });
    request.addEventListener("load", () => resolve(answerOf(request)));
    request.addEventListener("error", () => reject(new TypeError("the upload was interrupted")));
    request.addEventListener("abort", () => reject(signal?.reason));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body instanceof FormData ? body : null);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader("content-type");
  return new Response(request.responseText, {
    status: request.status,
    ...(type ? { headers: { "Content-Type": type } } : {}),
  });
}
