export const SIGN_IN_PAGE = "/app/login";
export const ACTION_PAGE = "/app/action";

const RESET = "resetPassword";

/** What the address of the action page says, in the parameters of Firebase's own links. */
export interface ActionLink {
  mode: string;
  oobCode: string;
  invited: boolean;
}

/** The address where the holder of a code sets a password. It is a secret. */
export function passwordLink(
  publicUrl: string,
  { oobCode, invited }: Pick<ActionLink, "oobCode" | "invited">,
): string {
  const query = new URLSearchParams({ mode: RESET, oobCode, ...(invited ? { invited: "1" } : {}) });
  return `${publicUrl}${ACTION_PAGE}?${query}`;
}

/**
 * The `continueUrl` of an invitation. Firebase repeats it in the link of its mail, whose other
 * parameters are fixed, so it also marks that link as an invitation.
 */
export function invitationReturn(publicUrl: string): string {
  return `${publicUrl}${SIGN_IN_PAGE}?invited=1`;
}

/** Reads the query of a link; a missing parameter is empty. */
export function readActionLink(search: string): ActionLink {
  const query = new URLSearchParams(search);
  const { searchParams: returning } = urlOf(query.get("continueUrl") ?? "");
  return {
    mode: query.get("mode") ?? "",
    oobCode: query.get("oobCode") ?? "",
    invited: [query, returning].some((one) => one.get("invited") === "1"),
  };
}

export function setsPassword({ mode, oobCode }: ActionLink): boolean {
  return mode === RESET && oobCode !== "";
}

function urlOf(text: string): URL {
  return URL.canParse(text) ? new URL(text) : new URL("about:blank");
}
