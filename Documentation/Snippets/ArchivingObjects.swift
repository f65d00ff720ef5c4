// Archives plain classes and unarchives them.
import KeyedArchives

final class Author: Codable {
  var name: String
  init(name: String) { self.name = name }
}

final class Book: Codable {
  var title: String
  var author: Author
  init(title: String, author: Author) {
    self.title = title
    self.author = author
  }
}

let author = Author(name: "Ursula")
let shelf = [Book(title: "First", author: author), Book(title: "Second", author: author)]

let data = try KeyedArchiver.archivedData(root: shelf)
let again = try KeyedUnarchiver.unarchivedObject(of: [Book].self, from: data)

print(again[1].title, again[1].author.name)  // prints Second Ursula
print(again[0].author === again[1].author)  // prints true

let copy = try KeyedArchiver.copy(of: shelf)
print(copy[0] === shelf[0], copy[0].author === copy[1].author)  // prints false true
