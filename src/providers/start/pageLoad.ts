/** A loader that runs once for all callers. After an error the next call runs it again. */
export function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

const KEY = "ki.flash";

/** Sentences that one page leaves for the next one. */
type Flash = "forbidden";

export function leaveFlash(flash: Flash): void {
  window.sessionStorage.setItem(KEY, flash);
}

export function takeFlash(): Flash | undefined {
  const flash = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  return flash === "forbidden" ? flash : undefined;
}

/** Full page loads: the only way to another area and to the sign-in page. */
export const pageLoad = {
  assign: (url: string) => window.location.assign(url),
  replace: (url: string) => window.location.replace(url),
  again: () => window.location.reload(),
  reload: () => window.location.reload(),
};
