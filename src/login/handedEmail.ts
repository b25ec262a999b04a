const KEY = "ki.email";

/** Hands an address to the sign-in page, not by its URL, which servers and proxies log. */
export function handEmail(email: string): void {
  window.sessionStorage.setItem(KEY, email);
}

export function takeEmail(): string {
  const email = window.sessionStorage.getItem(KEY) ?? "";
  window.sessionStorage.removeItem(KEY);
  return email;
}
