import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { apiDouble, otherServer } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { gate } from "../../support/gate.ts";
import { aContract, anOrganization } from "../../support/records.ts";
import { contractsAre, contractsOf } from "./contractRecords.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");
const field = (name: string) => screen.getByRole("textbox", { name });

const takahashi = {
  organizationId: 3,
  organizationName: "髙橋商事",
  organizationNo: "00000003",
  adminName: "髙橋 花子",
  adminEmail: "takahashi@example.com",
};
const tanaka = {
  organizationId: 4,
  organizationName: "田中商店",
  organizationNo: "00000004",
  adminName: "田中 次郎",
  adminEmail: "tanaka@example.com",
};

const contracts = [
  aContract({ contractId: 1, ...takahashi }),
  aContract({ contractId: 2, ...tanaka }),
];

/** The form for a further contract of one of two organizations that have one each. */
async function openForm() {
  contractsAre(contracts);
  api.answer("GET /organizations", (asked) => {
    const found = [takahashi, tanaka].filter(({ organizationName }) =>
      organizationName.includes(asked.query.q ?? ""),
    );
    return paged(found.map((owner) => anOrganization(owner)))(asked);
  });
  openAdmin("/contracts/create");
  await screen.findByRole("heading", { name: "契約の追加" });
  await userEvent.click(screen.getByRole("radio", { name: "既存の組織" }));
}

async function choose(organizationName: string) {
  const box = screen.getByRole("combobox", { name: "組織" });
  await userEvent.clear(box);
  await userEvent.type(box, organizationName);
  await screen.findByRole("option", { name: new RegExp(organizationName) });
  await userEvent.keyboard("{Enter}");
}

// A terminated contract that ended early may have the latest end date.
it("asks for the contract of the organization that starts last", async () => {
  await openForm();
  await choose("田中商店");
  await waitFor(() => expect(field("管理者名")).toHaveValue("田中 次郎"));
  expect(api.calls("GET /contracts").at(-1)?.query).toMatchObject({
    organizationId: "4",
    sort: "startDate,desc",
    size: "1",
  });
});

it("keeps to the organization chosen last, whichever answer comes last", async () => {
  await openForm();
  const answer = gate();
  const late = gate();
  api.answer("GET /contracts", async (asked) => {
    if (asked.query.organizationId === 3) await answer.passed;
    return contractsOf(contracts)(asked);
  });
  otherServer.events.on("response:mocked", ({ request }) => {
    if (request.url.includes("organizationId=3")) late.open();
  });
  await choose("髙橋商事");
  await choose("田中商店");
  await waitFor(() => expect(field("管理者名")).toHaveValue("田中 次郎"));
  answer.open();
  await late.passed;
  await userEvent.type(field("メモ"), "続き");
  expect(field("管理者名")).toHaveValue("田中 次郎");
  expect(field("管理者メールアドレス")).toHaveValue("tanaka@example.com");
});

it("takes back what a missing field was told once it is filled in", async () => {
  await openForm();
  await userEvent.click(screen.getByRole("button", { name: "契約を追加" }));
  await waitFor(() => expect(field("管理者名")).toBeInvalid());
  await choose("髙橋商事");
  await waitFor(() => expect(field("管理者名")).toHaveValue("髙橋 花子"));
  for (const name of ["管理者名", "管理者メールアドレス", "文字起こし上限件数"]) {
    expect(field(name)).not.toBeInvalid();
  }
});
