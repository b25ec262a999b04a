import { can } from "../../../domain/access.ts";
import { app } from "../../i18n/ja/app.ts";
import { invitations } from "../../i18n/ja/invitations.ts";
import { ownMails } from "../../i18n/ja/ownMails.ts";
import { ownSignIns } from "../../i18n/ja/ownSignIns.ts";
import { actionWords, settingWords, quickSearch as text } from "../../i18n/ja/quickSearch.ts";
import { auditEvents } from "../../i18n/ja/resources/auditEvents.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { proposals } from "../../i18n/ja/resources/proposals.ts";
import { serviceKeys } from "../../i18n/ja/resources/serviceKeys.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { secondFactor } from "../../i18n/ja/secondFactor.ts";
import { canAccessResource } from "../../providers/signIn/resourceAccess.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import { applyColorMode, type ColorMode, readColorMode } from "../colorMode.ts";
import type { LayoutDialogProps } from "../shortcuts.ts";
import { areaBase, currentArea, type Option } from "./destinations.ts";

type ActionKey = keyof typeof actionWords;

/** What can be done at the lists of an area, by `verb-resource`, with its title. */
function listActions(): readonly (readonly [ActionKey, string])[] {
  const isAdmin = currentArea() === "admin";
  const people = isAdmin ? users.name : users.members.title;
  const { download, import: take } = app.csv;
  return [
    ["create-contracts", contracts.list.add],
    ["create-users", isAdmin ? users.list.invite : users.members.invite],
    ["invite-users", invitations.inviteMany.open],
    ["create-dictionaries", dictionaries.list.add],
    ["create-proposals", proposals.add],
    ["create-workspaces", workspaces.list.add],
    ["create-service-keys", serviceKeys.list.add],
    ["create-webhooks", webhooks.list.add],
    ["create-closings", text.closeMonth],
    ["import-contracts", text.ofList(contracts.name, take)],
    ["import-users", text.ofList(people, take)],
    ["export-contracts", text.ofList(contracts.name, download)],
    ["export-users", text.ofList(people, download)],
    ["export-audit-events", text.ofList(auditEvents.name, download)],
  ];
}

/** These are buttons of the list; the others have pages below it. */
const BUTTONS: readonly ActionKey[] = [
  "create-proposals",
  "create-service-keys",
  "create-webhooks",
  "create-closings",
  "export-contracts",
  "export-users",
  "export-audit-events",
];

function listOption(key: ActionKey, title: string): Option[] {
  const [verb = "", ...name] = key.split("-");
  const resource = name.join("-");
  const action = verb === "export" ? "list" : "create";
  if (!canAccessResource(currentArea(), userProfile.get(), { resource, action })) return [];
  const list = `${areaBase()}/${resource}`;
  const isButton = BUTTONS.includes(key);
  return [
    {
      key,
      title,
      details: isButton ? [text.opensList] : [],
      href: isButton ? list : `${list}/${verb}`,
      words: actionWords[key],
    },
  ];
}

/** What the person may add or do from anywhere. */
export function actionOptions({
  onShow,
  onLogout,
}: Pick<LayoutDialogProps, "onShow" | "onLogout">): Option[] {
  const run = (key: ActionKey, title: string, act: () => void): Option => ({
    key,
    title,
    details: [],
    run: act,
    words: actionWords[key],
  });
  return [
    ...listActions().flatMap(([key, title]) => listOption(key, title)),
    run("keys", text.showKeys, () => onShow("keys")),
    run("logout", app.userMenu.logout, onLogout),
  ];
}

const MODES: readonly ColorMode[] = ["system", "light", "dark"];

/** What the person may set for themselves: in the dialog of 個人設定, and the colours. */
export function settingOptions({ onShow }: Pick<LayoutDialogProps, "onShow">): Option[] {
  const profile = userProfile.get();
  const getsAlerts = can(profile, "alert.read") || can(profile, "ownAlert.read");
  const proposes = can(profile, "entry.propose");
  const ofDialog: readonly (readonly [keyof typeof settingWords, string])[] = [
    ["settings", app.userMenu.settings],
    ["password", text.changePassword],
    ["secondFactor", secondFactor.title],
    ...(getsAlerts ? [["alertMails", ownMails.alerts.title] as const] : []),
    ...(proposes ? [["proposalMails", ownMails.proposals.title] as const] : []),
    ["signIns", ownSignIns.title],
  ];
  const mode = readColorMode();
  return [
    ...ofDialog.map(([key, title]) => ({
      key: `setting-${key}`,
      title,
      details: key === "settings" ? [] : [app.userMenu.settings],
      run: () => onShow("settings"),
      words: settingWords[key],
    })),
    ...MODES.map((each) => ({
      key: `setting-${each}`,
      title: text.colorMode(app.userMenu[each]),
      details: each === mode ? [text.chosen] : [],
      run: () => applyColorMode(each),
      words: settingWords[each],
    })),
  ];
}
