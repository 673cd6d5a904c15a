import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type { Maker } from "./authenticator.js";
import { der, objectId, sequence, text, time } from "./demo-certificate.js";

const ecdsaWithSha256 = sequence(objectId("2a8648ce3d040302"));
const names = { C: "550406", O: "55040a", OU: "55040b", CN: "550403" } as const;
const basicConstraints = objectId("551d13");

function nameOf(common: string): Buffer {
  const parts = { C: "SE", O: "Acme Keys", OU: "Authenticator Attestation", CN: common };
  return sequence(
    ...Object.entries(names).map(([part, id]) => {
      const value: unknown = Reflect.get(parts, part);
      return der(0x31, sequence(objectId(id), text(part === "C" ? 0x13 : 0x0c, String(value))));
    }),
  );
}

interface Issued {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly by: KeyObject;
  readonly authority: boolean;
}

/** A certificate of version 3, good for a day around now (RFC 5280, section 4.1). */
function issue({ subject, issuer, publicKey, by, authority }: Issued): Buffer {
  const now = Date.now();
  const isAuthority = authority ? sequence(der(0x01, Buffer.from([0xff]))) : sequence();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(new Date(now - 43_200_000)), time(new Date(now + 43_200_000))),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(basicConstraints, der(0x04, isAuthority)))),
  );
  return sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign("sha256", body, by)));
}

/** Somebody who makes authenticators, and the root certificate by which one knows them. */
export function newMaker(): Maker & { readonly root: string } {
  const [root, batch] = [pair(), pair()];
  const name = `Root ${randomBytes(4).toString("hex")}`;
  const common = { issuer: name, by: root.privateKey };
  const anchor = issue({ ...common, subject: name, publicKey: root.publicKey, authority: true });
  const own = issue({ ...common, subject: "Batch", publicKey: batch.publicKey, authority: false });
  return {
    root: `-----BEGIN CERTIFICATE-----\n${anchor.toString("base64")}\n-----END CERTIFICATE-----\n`,
    certificates: [new Uint8Array(own)],
    sign: (data) => new Uint8Array(sign("sha256", data, batch.privateKey)),
  };
}

function pair() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}
