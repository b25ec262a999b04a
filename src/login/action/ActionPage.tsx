import { useState } from "react";
import { readActionLink, setsPassword } from "../../../domain/actionLink.ts";
import { action } from "../../i18n/ja/action.ts";
import { errors } from "../../i18n/ja/errors.ts";
import { handEmail } from "../handedEmail.ts";
import { LoginCard } from "../LoginCard.tsx";
import { CheckFailed, Checking, LinkEnd } from "./LinkEnd.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import { setPassword } from "./setPassword.ts";
import { UsedLink } from "./UsedLink.tsx";
import { useLink } from "./useLink.ts";

/**
 * /app/action: the page that the links of invitations and reset mails open
 * (docs/product/sign-in.md#action-page).
 */
export function ActionPage() {
  const [link] = useState(() => readActionLink(window.location.search));
  return (
    <LoginCard>
      {setsPassword(link) ? (
        <PasswordLink oobCode={link.oobCode} invited={link.invited} />
      ) : (
        <LinkEnd title={action.unknown.title} tone="error" notice={action.unknown.notice} />
      )}
    </LoginCard>
  );
}

function PasswordLink({ oobCode, invited }: { oobCode: string; invited: boolean }) {
  const { state, check, set } = useLink(oobCode);
  const texts = invited ? action.invitation : action.reset;
  switch (state.phase) {
    case "checking":
      return <Checking title={texts.title} />;
    case "failed":
      return <CheckFailed title={texts.title} message={state.message} onRetry={check} />;
    case "open":
      return (
        <NewPasswordForm
          texts={texts}
          email={state.email}
          policy={state.policy}
          onSet={(password) => set(() => setPassword(oobCode, state.email, password))}
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
