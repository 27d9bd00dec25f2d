import { publicCalls, visitOf, wantsNoTracking } from './public-calls.js';

const { server, site, tenant = '' } = document.documentElement.dataset;
const lang = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
const calls = publicCalls({ server, tenantId: tenant, lang });
const byId = (id) => document.getElementById(id);

const cell = (text) => {
  const td = document.createElement('td');
  td.textContent = text;
  return td;
};

async function showProducts() {
  const list = byId('products');
  try {
    const products = await calls.products();
    const rows = products.map(({ name, countryName, fromPrice, currency, unit, stockText }) => {
      const row = document.createElement('tr');
      const price = fromPrice === null ? 'On request' : `from ${fromPrice} ${currency} / ${unit}`;
      row.append(cell(name), cell(countryName), cell(price), cell(stockText));
      return row;
    });
    list.replaceChildren(...rows);
    byId('products-note').textContent = rows.length === 0 ? 'No products at the moment' : '';
  } catch (error) {
    byId('products-note').textContent = error.message;
  }
}

const visit = visitOf(site);
if (!wantsNoTracking()) void calls.recordVisit(visit).catch(() => undefined);
void showProducts();

byId('registration').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const { account, name, email, password, agree } = form.elements;
  const button = form.querySelector('button');
  const note = byId('registration-note');
  button.disabled = true;
  note.textContent = 'Please wait …';
  try {
    const { msg } = await calls.register({
      account: account.value,
      name: name.value,
      ...(email.value ? { email: email.value } : {}),
      password: password.value,
      agree: agree.checked,
      agreeVersion: form.dataset.terms,
      sourceVisitorId: visit.visitorId,
      ...(visit.inviteCode ? { inviteCode: visit.inviteCode } : {}),
    });
    note.textContent = msg;
    form.reset();
  } catch (error) {
    note.textContent = error.message;
  } finally {
    button.disabled = false;
  }
});
