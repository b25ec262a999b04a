import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract, anOrganization } from "../../support/records.ts";
import { contractsAre } from "../contracts/contractRecords.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { openDetail, unused } from "../contracts/openDetail.ts";
import { organizationsAre, overviewIs } from "./adminRecords.ts";

const api = apiDouble("admin");
const field = (name: string) => screen.findByRole("textbox", { name });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const pick = (name: string) => userEvent.click(screen.getByRole("radio", { name }));
/** All that the admin area knows of its user. */
const signIn = () =>
  userProfile.set({ ...NO_PROFILE, email: "sysadmin@example.com", isSystemAdmin: true });

/** The session ends, and its user signs in again. */
function comeBack() {
  userProfile.clear();
  cleanup();
  signIn();
}

async function choose(organizationName: string) {
  await userEvent.type(screen.getByRole("combobox", { name: /^組織/ }), organizationName);
  await screen.findByRole("option", { name: new RegExp(organizationName) });
  await userEvent.keyboard("{Enter}");
}

beforeEach(() => {
  window.localStorage.clear();
  signIn();
  const owner = { organizationId: 3, organizationName: "髙橋商事", organizationNo: "00000003" };
  api.answer("GET /organizations", paged([anOrganization(owner)]));
  contractsAre([aContract({ contractId: 1, ...owner, adminName: "髙橋 花子" })]);
});

afterEach(() => {
  userProfile.clear();
  window.localStorage.clear();
});

it("of a new contract comes back with the organization and what was taken from it", async () => {
  openAdmin("/contracts/create");
  await field("管理者名");
  await pick("既存の組織");
  await choose("髙橋商事");
  await waitFor(async () => expect(await field("管理者名")).toHaveValue("髙橋 花子"));
  await userEvent.type(await field("メモ"), "お昼まで");
  comeBack();
  openAdmin("/contracts/create");
  await press("復元する");
  expect(screen.getByRole("combobox", { name: "組織" })).toHaveValue("髙橋商事");
  expect(await field("管理者名")).toHaveValue("髙橋 花子");
  expect(await field("メモ")).toHaveValue("お昼まで");
});

it("of a renewal belongs to the renewed contract", async () => {
  openAdmin("/contracts/create?renew=1");
  await userEvent.type(await field("メモ"), "継続");
  comeBack();
  openAdmin("/contracts/create");
  await field("メモ");
  expect(screen.queryByRole("button", { name: "復元する" })).toBeNull();
  cleanup();
  openAdmin("/contracts/create?renew=1");
  await press("復元する");
  expect(await field("メモ")).toHaveValue("継続");
  expect(screen.getByRole("combobox", { name: "組織" })).toHaveValue("髙橋商事");
});

it("of a contract comes back with a cap that was taken away", async () => {
  contractsAre([aContract({ contractId: 1, maxTranscriptCount: 100 })]);
  openAdmin("/contracts/1");
  await field("メモ");
  await userEvent.click(screen.getByRole("checkbox", { name: /件数.*無制限/ }));
  comeBack();
  openAdmin("/contracts/1");
  await press("復元する");
  expect(screen.getByRole("checkbox", { name: /件数.*無制限/ })).toBeChecked();
});

it("of a termination is offered when its dialog opens again, with the focus on it", async () => {
  const contract = aContract(unused);
  await openDetail(contract);
  await press("解約する");
  await userEvent.type(await field("解約理由"), "事業終了のため");
  comeBack();
  await openDetail(contract);
  await press("解約する");
  const restore = await screen.findByRole("button", { name: "復元する" });
  await waitFor(() => expect(restore).toHaveFocus());
  await userEvent.click(restore);
  expect(await field("解約理由")).toHaveValue("事業終了のため");
});

it("of the addresses that an organization may call from comes back", async () => {
  overviewIs();
  organizationsAre(anOrganization({ organizationId: 3 }));
  const open = async () => {
    openAdmin("/organizations/3");
    await press("制限を変更");
    return field("許可する接続元");
  };
  await userEvent.type(await open(), "192.0.2.0/24");
  comeBack();
  await open();
  await press("復元する");
  expect(await field("許可する接続元")).toHaveValue("192.0.2.0/24");
});

it("of a new user comes back with the organization", async () => {
  openAdmin("/users/create");
  await userEvent.type(await field("氏名"), "田中 次郎");
  await choose("髙橋商事");
  comeBack();
  openAdmin("/users/create");
  await press("復元する");
  expect(screen.getByRole("combobox", { name: /^組織/ })).toHaveValue("髙橋商事");
  expect(await field("氏名")).toHaveValue("田中 次郎");
});

it("of a service key comes back with its rights", async () => {
  api.answer("GET /service-keys", paged([]));
  openAdmin("/service-keys");
  await press("サービスキーを発行");
  const scopes = () => screen.getAllByRole<HTMLInputElement>("checkbox").map((box) => box.checked);
  await field("名前");
  const before = scopes();
  await userEvent.click(screen.getAllByRole("checkbox")[0] ?? document.body);
  const after = scopes();
  expect(after).not.toEqual(before);
  comeBack();
  openAdmin("/service-keys");
  await press("サービスキーを発行");
  await press("復元する");
  expect(scopes()).toEqual(after);
});

it("of a service key comes back with the names of the organizations that it is for", async () => {
  api.answer("GET /service-keys", paged([]));
  api.answer("GET /organizations/{id}", ({ params: { id } }) =>
    anOrganization({ organizationId: id, organizationName: "髙橋商事" }),
  );
  const open = async () => {
    openAdmin("/service-keys");
    const [add] = await screen.findAllByRole("button", { name: "サービスキーを発行" });
    if (add) await userEvent.click(add);
    await field("名前");
  };
  await open();
  await pick("組織を選択");
  await choose("髙橋商事");
  comeBack();
  await open();
  await press("復元する");
  expect(screen.getByRole("radio", { name: "組織を選択" })).toBeChecked();
  expect(await screen.findByRole("button", { name: "髙橋商事を外す" })).toBeVisible();
});
