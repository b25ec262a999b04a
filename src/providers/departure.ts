import { SIGN_IN_PAGE } from "../../domain/actionLink.ts";
import { errors } from "../i18n/ja/errors.ts";
import { answerOf } from "../writes/problem.ts";
import { pageLoad } from "./pageLoad.ts";
import { currentPage, type SignInReason, signInPage } from "./signInPage.ts";
import { runSignOutTasks } from "./signOutTasks.ts";
import { userProfile } from "./userProfile.ts";

/** Makes react-admin sign out without a message: the sign-in page says why. */
export const DEPARTED = { message: false } as const;

interface Destination {
  url: string;
  ends: boolean;
}

/**
 * The ways to leave an area. react-admin calls `logout` for each of them: the menu item and a 401.
 * The cause decides which page follows. It replaces the current history entry.
 */
export function createDeparture(endSignIn: () => Promise<unknown>) {
  let destination: Destination | undefined;
  let leaving = false;

  const leaveFor = (url: string) => {
    leaving = true;
    userProfile.clear();
    pageLoad.replace(url);
  };

  return {
    /** Whether the page must be left; then react-admin calls logout. */
    isDue: () => destination !== undefined,

    /** The next logout leads to `url`; the person stays signed in. */
    turnTo(url: string) {
      destination ??= { url, ends: false };
    },

    /**
     * The server rejected the credential: the next logout ends the sign-in and asks for a new one.
     */
    refused(error: unknown) {
      const isDisabled = answerOf(error)?.code === "ACCOUNT_DISABLED";
      const url = isDisabled
        ? signInPage({ reason: "disabled" })
        : signInPage({ next: currentPage(), reason: "expired" });
      destination ??= { url, ends: true };
    },

    /** The identity service signed the person out. */
    signedOut(reason: SignInReason) {
      if (!leaving) leaveFor(signInPage({ next: currentPage(), reason }));
    },

    async logout(): Promise<false> {
      if (leaving) return false;
      leaving = true;
      const { url, ends } = destination ?? { url: SIGN_IN_PAGE, ends: true };
      try {
        if (!destination) await runSignOutTasks();
        if (ends) await endSignIn();
      } catch {
        if (!destination) {
          leaving = false;
          window.alert(errors.logoutFailed);
          return false;
        }
      }
      leaveFor(url);
      return false;
    },
  };
}

export type Departure = ReturnType<typeof createDeparture>;
