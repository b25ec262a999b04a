import { fieldWords } from "../../../domain/fields.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { waysFields } from "../../../domain/ways/fields.ts";
import type { Ways } from "../../../domain/ways/schemas.ts";
import { ways as text } from "../../i18n/ja/ways.ts";
import { Fact, Facts } from "../display/Facts.tsx";
import { StatusChip } from "../display/StatusChip.tsx";

/** The ways to sign in of an organization, as both areas show them. */
export function WaysFacts({ ways }: { ways: Ways }) {
  const { sso } = ways;
  return (
    <Facts list>
      {WITHOUT_SSO.map((name) => (
        <Fact key={name} source={name} label={waysFields[name].label}>
          {sso?.required ? text.onlySso : fieldWords(waysFields[name], ways[name])}
        </Fact>
      ))}
      <Fact source="sso" label={waysFields.sso.label}>
        {fieldWords(waysFields.sso, sso && { kind: sso.kind })}
        {sso ? " " : null}
        {sso ? (
          <StatusChip
            tone={sso.required ? "success" : "info"}
            label={sso.required ? text.required : text.optional}
          />
        ) : null}
      </Fact>
      {sso ? (
        <>
          <Fact source="triedAt" label={text.tried}>
            {sso.triedAt ? formatDateTime(sso.triedAt) : text.untried}
          </Fact>
          <Fact source="breakGlassUserIds" label={text.breakGlass}>
            {text.people(formatNumber(sso.breakGlassUserIds.length))}
          </Fact>
        </>
      ) : null}
      <Fact source="joinOnFirstSignIn" label={waysFields.joinOnFirstSignIn.label}>
        {fieldWords(waysFields.joinOnFirstSignIn, ways.joinOnFirstSignIn)}
      </Fact>
    </Facts>
  );
}

const WITHOUT_SSO = ["password", "google"] as const;
