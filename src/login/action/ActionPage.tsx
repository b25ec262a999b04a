import { type ReactNode, useCallback, useEffect, useState } from "react";
import {
  ACTION_PAGE,
  type ActionLink,
  readActionLink,
  SIGN_IN_PAGE,
  setsPassword,
} from "../../../domain/users/actionLink.ts";
import type { PasswordPolicy } from "../../../domain/users/passwordPolicy.ts";
import { action } from "../../i18n/ja/action.ts";
import { errors } from "../../i18n/ja/errors.ts";
import { login } from "../../i18n/ja/login.ts";
import { loadCode } from "../../providers/http/send.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { identityCode } from "../../providers/problems/identityError.ts";
import { endOtherSignIns } from "../../providers/signIn/sessions.ts";
import { appConfig } from "../../providers/start/appConfig.ts";
import { once, pageLoad } from "../../providers/start/pageLoad.ts";
import { answerOf } from "../../writes/problem.ts";
import { handEmail, LoginCard } from "../FormParts.tsx";
import { ResetForm } from "../ResetForm.tsx";
import { unlessAway } from "../unlessAway.ts";
import type { EndedInvitation } from "./EndedInvitation.tsx";
import { openInvitation } from "./invitations.ts";
import { CheckFailed, Checking, LinkEnd } from "./LinkEnd.tsx";
import type { NewPasswordForm } from "./NewPasswordForm.tsx";

/** The page that a link opens; that of the set-up of single sign-on loads for itself. */
export async function linkedPage(): Promise<ReactNode> {
  if (window.location.pathname === ACTION_PAGE) return <ActionPage />;
  const { setUpPage } = await import("../setUp/openSetUp.tsx");
  return setUpPage();
}

/**
 * /app/action: the page that the links of invitations and reset mails open
 * (docs/product/sign-in.md#action-page).
 */
export function ActionPage() {
  const [link] = useState(() => readActionLink(window.location.search));
  return (
    <LoginCard>
      {link.invitation !== "" || setsPassword(link) ? (
        <PasswordLink link={link} />
      ) : (
        <LinkEnd title={action.unknown.title} tone="error" notice={action.unknown.notice} />
      )}
    </LoginCard>
  );
}

function PasswordLink({ link }: { link: ActionLink }) {
  const { invited, invitation } = link;
  const { state, check, set } = useLink(link);
  const texts = invited ? action.invitation : action.reset;
  switch (state.phase) {
    case "checking":
      return <Checking title={texts.title} />;
    case "failed":
      return <CheckFailed title={texts.title} message={state.message} onRetry={check} />;
    case "open":
      return (
        <state.Form
          texts={texts}
          email={state.email}
          policy={state.policy}
          onSet={(password) => set((oobCode) => setPassword(oobCode, state.email, password))}
        />
      );
    case "done":
      return (
        <LinkEnd
          title={texts.title}
          tone="success"
          notice={texts.done}
          onLeave={() => handEmail(state.email)}
        />
      );
    case "used":
      return <UsedLink invited={invited} />;
    case "ended":
      return <state.Offer token={invitation} />;
    case "gone":
      return <LinkEnd title={action.gone.title} tone="error" notice={action.gone.notice} />;
    case "disabled":
      return (
        <LinkEnd
          title={action.disabled.title}
          tone="error"
          notice={invited ? action.disabled.invitation : errors.identity.disabled}
        />
      );
  }
}

/** Offers a new link in place of an expired or used one, which does not say whose it was. */
function UsedLink({ invited }: { invited: boolean }) {
  const [email, setEmail] = useState("");
  const [emulator, setEmulator] = useState(false);
  const texts = invited ? action.used.invitation : action.used.reset;

  useEffect(() => {
    document.title = `${action.used.title} | ${login.product}`;
    appConfig().then(
      (config) => setEmulator(config.emulator),
      () => {},
    );
  }, []);

  return (
    <ResetForm
      texts={{ ...texts, title: action.used.title, submit: action.used.submit }}
      notice={action.used.notice}
      invited={invited}
      emulator={emulator}
      email={email}
      onEmail={setEmail}
      onBack={() => pageLoad.assign(SIGN_IN_PAGE)}
    />
  );
}

type LinkState =
  | { phase: "checking" }
  | { phase: "failed"; message: string }
  | OpenLink
  | { phase: "done"; email: string }
  | { phase: "ended"; Offer: typeof EndedInvitation }
  | { phase: DeadLink };

/** The state of a link to set a password. An invitation gives a code each time it is opened. */
function useLink(link: ActionLink) {
  const { invitation } = link;
  const [state, setState] = useState<LinkState>({ phase: "checking" });

  const check = useCallback(async () => {
    setState({ phase: "checking" });
    try {
      setState(await readLink(link).catch(endOf));
    } catch (error) {
      setState({ phase: "failed", message: messageFor(error) });
    }
  }, [link]);

  useEffect(() => void check(), [check]);

  /** Runs the change of an open link. Throws an error that may pass. */
  async function set(change: (oobCode: string) => Promise<void>): Promise<void> {
    if (state.phase !== "open") return;
    try {
      await change(state.oobCode).catch(async (error) => {
        // The code has expired, or another window has a newer one.
        if (invitation === "" || deadLink(error) !== "used") throw error;
        await change(await openInvitation(invitation));
      });
      setState({ phase: "done", email: state.email });
    } catch (error) {
      setState(await endOf(error));
    }
  }

  return { state, check, set };
}

/** How long the person waits for the other sign-ins to end, once the password is set. */
const END_WITHIN_MS = 5_000;

const passwordLinks = once(async () => {
  const sdk = loadCode(() => import("../../providers/signIn/passwordLinks.ts"));
  const [config, { openPasswordLinks }] = await Promise.all([appConfig(), sdk]);
  return openPasswordLinks(config);
});

interface OpenLink {
  phase: "open";
  oobCode: string;
  email: string;
  /** Null for that of the service without settings. */
  policy: PasswordPolicy | null;
  Form: typeof NewPasswordForm;
}

/** Whom the link is for, and what the password must be like. Throws what the service says. */
async function readLink({ invitation, ...link }: ActionLink): Promise<OpenLink> {
  const links = await passwordLinks();
  const oobCode = invitation === "" ? link.oobCode : await openInvitation(invitation);
  const read = { oobCode, email: "", policy: null as PasswordPolicy | null };
  await unlessAway(async () => {
    // Without the policy, the service still checks the password.
    const policy = links.policy().catch(() => null);
    read.email = await links.emailOf(oobCode);
    read.policy = await policy;
  });
  const form = await loadCode(() => import("./NewPasswordForm.tsx"));
  return { phase: "open", ...read, Form: form.NewPasswordForm };
}

async function setPassword(oobCode: string, email: string, password: string): Promise<void> {
  const links = await passwordLinks();
  await unlessAway(() => links.setPassword(oobCode, password));
  // If this fails, the identity service ends them within a minute.
  const ended = links
    .signIn(email, password)
    .then(endOtherSignIns)
    .catch(() => {});
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, END_WITHIN_MS))]);
}

type DeadLink = "used" | "disabled" | "gone";

/** What the page shows of a link that cannot be used any more. Throws an error that may pass. */
async function endOf(error: unknown): Promise<LinkState> {
  const phase = deadLink(error);
  if (!phase) throw error;
  if (phase !== "ended") return { phase };
  const { EndedInvitation } = await loadCode(() => import("./EndedInvitation.tsx"));
  return { phase, Offer: EndedInvitation };
}

/** Why a link cannot be used any more; undefined for an error that may pass. */
function deadLink(error: unknown): DeadLink | "ended" | undefined {
  const code = answerOf(error)?.code;
  if (code === "INVITATION_ENDED") return "ended";
  if (code === "INVITATION_NOT_FOUND") return "gone";
  switch (identityCode(error)) {
    case "auth/expired-action-code":
    case "auth/invalid-action-code":
    case "auth/user-not-found":
    // USER_NOT_FOUND, as the SDK spells it.
    case "auth/user-token-expired":
      return "used";
    case "auth/user-disabled":
      return "disabled";
    default:
      return undefined;
  }
}
