export const SIGN_IN_PAGE = "/app/login";
export const ACTION_PAGE = "/app/action";

const RESET = "resetPassword";

/** What the address of the action page says, in the parameters of Firebase's own links. */
export interface ActionLink {
  mode: string;
  oobCode: string;
  invited: boolean;
  /** The token of an invitation, which gives a new code. */
  invitation: string;
}

/** The address where the holder of a code sets a password. It is a secret. */
export function passwordLink(
  publicUrl: string,
  { oobCode, invited }: Pick<ActionLink, "oobCode" | "invited">,
): string {
  const query = new URLSearchParams({ mode: RESET, oobCode, ...(invited ? { invited: "1" } : {}) });
  return `${publicUrl}${ACTION_PAGE}?${query}`;
}

/** The address where an invited person begins. It is a secret. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}${ACTION_PAGE}?${new URLSearchParams({ invite: token })}`;
}

/**
 * The `continueUrl` of an invitation. Firebase repeats it in the link of its mail, whose other
 * parameters are fixed, so it also marks that link as an invitation. With the token the link works
 * after its code has expired.
 */
export function invitationReturn(publicUrl: string, token?: string): string {
  const query = new URLSearchParams({ invited: "1", ...(token ? { invite: token } : {}) });
  return `${publicUrl}${SIGN_IN_PAGE}?${query}`;
}

/** Reads the query of a link; a missing parameter is empty. */
export function readActionLink(search: string): ActionLink {
  const query = new URLSearchParams(search);
  const { searchParams: returning } = urlOf(query.get("continueUrl") ?? "");
  const invitation = query.get("invite") ?? returning.get("invite") ?? "";
  return {
    mode: query.get("mode") ?? "",
    oobCode: query.get("oobCode") ?? "",
    invited: invitation !== "" || [query, returning].some((one) => one.get("invited") === "1"),
    invitation,
  };
}

export function setsPassword({ mode, oobCode }: ActionLink): boolean {
  return mode === RESET && oobCode !== "";
}

function urlOf(text: string): URL {
  return URL.canParse(text) ? new URL(text) : new URL("about:blank");
}
