/** First names from many places; with the family names they make the people of the demo network. All are made up. */
export const givenNames: readonly string[] = (
  'Aisha Aleksi Amara Amélie Anders Ángel Anja Anouk Arjun Astrid Ayumi Bao Beatriz Benedikt Bogdan Bram Camila ' +
  'Cédric Chiara Chidi Ciarán Dagny Daria Davit Deepika Dilnoza Ebba Eduardo Efua Eirlys Elif Emeka Enzo Esra ' +
  'Farid Fatou Femke Fiachra Gintarė Giulia Goran Hana Haruto Heidi Hye-jin Ibrahim Ilse Imre Ines Ioana Isidora ' +
  'Jakub Jamila Jelena Jiho João Jonas Kalani Karim Katya Kenji Kerstin Kofi Lamija Lars Leila Levan Linh Lucía ' +
  'Luka Maeve Magnus Malik Marek Mariam Mateo Mei Miguel Milena Mirza Nadia Naoki Nia Nikolai Noor Olamide Oskar ' +
  'Paloma Petra Pía Quang Rania Ravi Renske Rosalind Ruta Samir Sanna Saoirse Selma Shira Sione Soren Tamar Tariq ' +
  'Teodora Thandiwe Tomasz Ulla Valentin Vikram Wanjiru Xiomara Yasmin Yuto Yvette Zainab Zofia'
).split(' ');

export const familyNames: readonly string[] = (
  'Abebe Achterberg Adeyemi Aguilar Almeida Andersson Baptiste Barros Berisha Bianchi Bjarnason Blanchard ' +
  'Bondarenko Brennan Castellanos Chatterjee Chaudhry Chen Coetzee Czerny Dahlberg Demir Dimitrov Dlamini Dufour ' +
  'Ekström Eriksen Fernandes Fontaine Fujimoto Gallagher Georgiou Ghosh Grünwald Hakimi Haugen Hernández Hoàng ' +
  'Horvat Ivanova Jaramillo Jensen Kaplan Karimov Kaya Keita Kimathi Kovács Kowalczyk Kurosawa Laurent Lindqvist ' +
  'Lombardi MacKay Mahmoud Marchetti Mbeki Mendoza Mikkelsen Moreau Murakami Mwangi Nakamura Ndiaye Nguyen Novák ' +
  'Nowak O’Connor Odhiambo Okafor Oliveira Ortega Osei Park Petrosyan Popescu Quispe Rahman Rasmussen Reyes Rossi ' +
  'Saari Salinas Santoro Schuster Sharma Silva Sørensen Stavrou Suzuki Tamm Tanaka Teixeira Torres Traoré Uchida ' +
  'Vasquez Verhoeven Vuković Wachira Weber Wierzbicki Yamada Yılmaz Zamora Zhang'
).split(' ');

/** Places people say they live in. */
export const PLACES: readonly string[] = [
  'Porto, Portugal',
  'Tartu, Estonia',
  'Nairobi, Kenya',
  'Valparaíso, Chile',
  'Kraków, Poland',
  'Bergen, Norway',
  'Pune, India',
  'Sapporo, Japan',
  'Ghent, Belgium',
  'Accra, Ghana',
  'Montréal, Canada',
  'Tbilisi, Georgia',
  'Da Nang, Vietnam',
  'Galway, Ireland',
  'Izmir, Türkiye',
  'Bologna, Italy',
  'Dunedin, New Zealand',
  'Lyon, France',
  'Oaxaca, Mexico',
  'Leipzig, Germany',
  'Dakar, Senegal',
  'Novi Sad, Serbia',
  'Busan, South Korea',
  'Recife, Brazil',
  'Uppsala, Sweden',
  'Cape Town, South Africa',
  'Kaunas, Lithuania',
  'Duluth, Minnesota',
  'Cardiff, Wales',
  'Almaty, Kazakhstan',
];

/** Lines for "about me", in plain text. */
export const SELF_DESCRIPTIONS: readonly string[] = [
  'I ask more than I answer, and I am working on that.',
  'Learning in public. Corrections are welcome.',
  'Mostly here in the evenings, after the children are asleep.',
  'I fix things that others throw away.',
  'Retired teacher with too many hobbies and too few shelves.',
  'By day I draw maps; by night I take things apart.',
  'If an answer of mine has stopped being true, please tell me.',
  'I like questions that start with "why".',
  'Weekend amateur, weekday enthusiast.',
  'Twenty years of mistakes, a few of them documented here.',
  'I read everything and understand about half of it.',
  'Proud owner of three unfinished projects.',
];

/** The demo people, whom the sign-in page offers; the first is the richest in everything. */
export const DEMO_NAMES: readonly string[] = [
  'Noor Lindqvist',
  'Mateo Okafor',
  'Hana Grünwald',
  'Ciarán Demir',
  'Amara Tanaka',
  'Petra O’Connor',
];
