// How keycloak-login.har was recorded: Chromium logs into Keycloak as alice, for the client "shop", asks for a token and
// for who she is, and logs out.
//
//   npm install playwright-core      in the folder where it is run
//   node record-login.mjs URL CA.PEM CHROMIUM FOLDER
//
// It leaves recorded.har in FOLDER as the browser wrote it, and keycloak-login.har, of which is left out: the bodies of
// style sheets, scripts, images and fonts, the signatures of tokens, and what the browser had in its cache.
//
// The certificate is not in the browser's trust store, so it is told by the digest of the key which one to accept.
import {createHash, X509Certificate} from 'node:crypto';
import {createRequire} from 'node:module';
import {readFileSync, writeFileSync} from 'node:fs';
import tls from 'node:tls';

const {chromium} = createRequire(`${process.cwd()}/`)('playwright-core');
const [url, authority, program, folder] = process.argv.slice(2);
const realm = `${url}/realms/eejs`;
const endpoint = `${realm}/protocol/openid-connect`;

const pin = await new Promise((found, failed) => {
  const {hostname, port} = new URL(url);
  const socket = tls.connect({host: hostname, port, servername: hostname, ca: readFileSync(authority)}, () => {
    const key = new X509Certificate(socket.getPeerCertificate().raw).publicKey.export({type: 'spki', format: 'der'});
    socket.end();
    found(createHash('sha256').update(key).digest('base64'));
  });
  socket.on('error', failed);
});

const browser = await chromium.launch({executablePath: program,
  args: ['--no-sandbox', `--ignore-certificate-errors-spki-list=${pin}`]});
const context = await browser.newContext({recordHar: {path: `${folder}/recorded.har`, content: 'embed'}});
const page = await context.newPage();
const think = () => page.waitForTimeout(1500);

await page.goto(`${endpoint}/auth?client_id=shop&response_type=code&scope=openid`
  + `&redirect_uri=${encodeURIComponent(realm)}&state=af0ifjsldkj`);
await think();
await page.fill('#username', 'alice');
await page.fill('#password', 'open-sesame-2f9');
await page.click('#kc-login');
await page.waitForURL(`${realm}?*`);
const code = new URL(page.url()).searchParams.get('code');
await page.evaluate(async ([where, back, given]) => {
  const token = await (await fetch(`${where}/token`, {method: 'POST', body: new URLSearchParams({
    grant_type: 'authorization_code', client_id: 'shop', code: given, redirect_uri: back})})).json();
  const user = await (await fetch(`${where}/userinfo`, {headers: {Authorization: `Bearer ${token.access_token}`}})).json();
  document.title = user.preferred_username;
}, [endpoint, realm, code]);
if (await page.title() !== 'alice') {
  throw new Error(`who logged in is ${await page.title()}`);
}
await think();
await page.goto(`${endpoint}/logout`);
await think();
await page.click('#kc-logout');
await page.waitForLoadState('networkidle');
console.log(await page.title());
await context.close();
await browser.close();

const recording = JSON.parse(readFileSync(`${folder}/recorded.har`, 'utf8'));
recording.log.entries = recording.log.entries.filter(entry => !(entry._resourceType !== 'document'
  && entry.response._transferSize === 0));
for (const {request, response} of recording.log.entries) {
  if (!/html|json/.test(response.content.mimeType)) {
    delete response.content.text;
    delete response.content.encoding;
  }
  request.headers = request.headers.filter(({name}) => !/^(:|sec-)/.test(name));
}
const token = /(eyJ[\w-]{10,}\.[\w-]{20,}\.)[\w-]{20,}/g;
writeFileSync(`${folder}/keycloak-login.har`, JSON.stringify(recording, null, 1).replace(token, '$1signature'));
